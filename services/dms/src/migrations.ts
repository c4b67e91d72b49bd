/** Where the migrations are, seen from the sources and from the build alike. */
export const migrations = new URL('../migrations/', import.meta.url)
