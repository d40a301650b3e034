import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['node_modules'] },
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs['flat/recommended'],
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  { rules: { '@typescript-eslint/consistent-type-definitions': 'off', 'svelte/no-navigation-without-resolve': 'off' } },
  {
    files: ['**/*.test.ts'],
    rules: {
      // Files of tests share modules (`isolate: false`): whether a mock of one holds depends on which file was first.
      'no-restricted-properties': ['error', { object: 'vi', property: 'mock', message: 'Spy on what a module has, or stub what it calls.' }],
    },
  },
)
