const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Type and number of what an approval is about, for people. Many applications know it by an
 * identifier that says nothing to anybody: it is left out.
 */
export const typeAndNumber = (typeName: string, bizId: string): string =>
  uuid.test(bizId) ? typeName : `${typeName} · ${bizId}`
