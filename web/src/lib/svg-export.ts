/** Exports a drawing of the page as a standalone SVG file: without external styles, scripts or fonts. */

const SHAPES = 'path, rect, circle, line, text'
const KEPT = /^(d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|dx|dy|width|height|viewBox|transform|id|offset|stop-color|stop-opacity)$/

/** What a shape looks like unless it says otherwise. */
const DEFAULTS: Record<string, string> = {
  'fill-opacity': '1',
  'stroke-width': '1px',
  'stroke-linejoin': 'miter',
  'stroke-linecap': 'butt',
  'stroke-dasharray': 'none',
  'stroke-opacity': '1',
  'paint-order': 'normal',
}
const LETTERS = ['font-family', 'font-size', 'font-weight', 'text-anchor']

export interface Caption {
  title: string
  description: string
  /** Of the longer side, in pixels. */
  size: number
}

/** `#rrggbb` and the opacity of a colour as browsers compute it; any other paint as it is. */
export function paintOf(computed: string): { paint: string; opacity: number } {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(computed)
  if (!parts) return { paint: computed.replaceAll('"', ''), opacity: 1 }
  const [, red, green, blue, opacity] = parts
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')
  return { paint: `#${hex}`, opacity: opacity === undefined ? 1 : Number(opacity) }
}

/** The text of a file that shows what `drawing` shows now. The drawing must be part of the page. */
export function pictureOf(drawing: SVGSVGElement, { title, description, size }: Caption): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = [drawing, ...drawing.querySelectorAll('*')]
  const hidden: Element[] = []
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index] as SVGElement
    const style = getComputedStyle(original)
    if (style.display === 'none' || style.visibility === 'hidden') hidden.push(element)
    for (const { name } of [...element.attributes]) if (!KEPT.test(name)) element.removeAttribute(name)
    if (element.matches(SHAPES)) dress(element, style)
    if (style.opacity !== '1') element.setAttribute('opacity', style.opacity)
    // What the style sheet has moved is moved by itself; where it is on its way to counts.
    if (original.style.transform) {
      const { a, b, c, d, e, f } = new DOMMatrix(original.style.transform)
      element.setAttribute('transform', `matrix(${[a, b, c, d, e, f].join(' ')})`)
    }
    if (element !== copy && element.localName === 'svg') element.setAttribute('overflow', 'visible')
  }
  for (const element of hidden) element.remove()
  withoutComments(copy)
  const { width, height } = drawing.viewBox.baseVal
  const scale = size / Math.max(width, height)
  copy.setAttribute('width', String(Math.round(width * scale)))
  copy.setAttribute('height', String(Math.round(height * scale)))
  copy.setAttribute('role', 'img')
  copy.prepend(said('title', title), said('desc', description))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`
}

function dress(shape: Element, style: CSSStyleDeclaration): void {
  for (const name of ['fill', 'stroke']) {
    const { paint, opacity } = paintOf(style.getPropertyValue(name))
    if (paint !== (name === 'fill' ? '#000000' : 'none')) shape.setAttribute(name, paint)
    if (opacity < 1) shape.setAttribute(`${name}-opacity`, String(opacity))
  }
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    if (name.startsWith('stroke') && style.stroke === 'none') continue
    const value = style.getPropertyValue(name)
    if (value !== usual && !shape.hasAttribute(name)) shape.setAttribute(name, value)
  }
  if (shape.localName === 'text') for (const name of LETTERS) shape.setAttribute(name, style.getPropertyValue(name))
}

function withoutComments(root: Node): void {
  for (const node of [...root.childNodes])
    if (node.nodeType === Node.COMMENT_NODE) node.remove()
    else withoutComments(node)
}

function said(name: 'title' | 'desc', text: string): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  element.textContent = text
  return element
}

/** Hands a text over as a file. */
export function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the address by then.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  })
}
