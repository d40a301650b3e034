/** Sheets inside a link: compressed JSON, encoded for an address. */

import type { SheetData } from '../api/types/sheets'
import { base64 } from '../base64'
import { isTable } from './data'

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Response(bytes).body
  if (!body) return bytes
  return new Uint8Array(await new Response(body.pipeThrough(stream as ReadableWritablePair)).arrayBuffer())
}

export async function pack(sheet: SheetData): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(sheet)), new CompressionStream('deflate-raw'))
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The sheet of a link; null where it holds none. */
export async function unpack(text: string): Promise<SheetData | null> {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    const data = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))) as SheetData
    return isTable(data) ? data : null
  } catch {
    return null
  }
}
