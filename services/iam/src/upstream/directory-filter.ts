/** Whether a text is a filter for entries of a directory (RFC 4515). */
export async function isDirectoryFilter(text: string): Promise<boolean> {
  const { FilterParser } = await import('ldapts')
  try {
    FilterParser.parseString(text)
    return true
  } catch {
    return false
  }
}
