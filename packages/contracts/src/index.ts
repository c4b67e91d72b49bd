export * from './events.ts'
export * from './scopes.ts'
export * from './permissions.ts'
export * from './directory.ts'
