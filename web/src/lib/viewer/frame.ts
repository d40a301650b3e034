/** The HTML by which another page shows a game in a frame. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const frameOf = (address: string, title: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="420" height="740" style="max-width:100%;border:0" loading="lazy"></iframe>`
