/** The key of lists that are sorted by code. */
export const isCode = (key: unknown): key is string =>
  typeof key === 'string' && /^[\w.-]{1,64}$/.test(key)
