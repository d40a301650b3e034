/** Tests of what speaks have every language at hand. */

if (typeof document !== 'undefined') {
  const { loadAll, loadPart } = await import('$lib/i18n.svelte')
  await Promise.all([loadPart('people'), loadPart('tournament'), loadPart('classes'), loadPart('clubs')])
  await loadAll()
}

export {}
