/** Tells a variants.ini from a sheet in TOML. */

/**
 * Nothing may stand before the first section of a `variants.ini`; a sheet says which one it is before its first table.
 * So the first line that is no remark tells them apart.
 */
export function isVariantsIni(text: string): boolean {
  const first = text.replace(/^\uFEFF/, '').split(/\r?\n/).map((line) => line.trim()).find((line) => !/^([#;]|$)/.test(line))
  return first?.startsWith('[') ?? false
}
