/** The words of a part of the catalogue in a language (`vite.config.ts`). */
declare module '$words/*' {
  const words: Record<string, string>
  export default words
}
