/** The key under which a directory's answers have who stands in for somebody. */
export const standInsKey = (user: string): string => `standIns:${user}`
