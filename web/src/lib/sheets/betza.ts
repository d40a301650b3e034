/** The symbols of Betza notation that the editor explains; their help is in the catalogue. */

export const signs = {
  leap: ['W', 'F', 'D', 'N', 'A', 'H', 'C', 'Z', 'G'],
  run: ['K', 'R', 'B', 'Q', 'NN', 'R4'],
  sign: ['m', 'c', 'f', 'fr', 'fh', 'n', 'p', 'g'],
} as const

export const examples = [
  'fmWfcF',
  'RN',
  'BN',
  'QN',
  'KN',
  'WFDA',
  'fsWF',
  'R4',
  'NN',
  'nN',
  'mNcB',
  'mRcpR',
  'gQ',
] as const
