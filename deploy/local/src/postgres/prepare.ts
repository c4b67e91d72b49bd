import { ensureDatabases, type DatabasePasswords } from './databases.ts'

/** Run as a process of its own: the launcher, which stays, need not hold a database driver. */
const env = (name: string) => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is missing`)
  return value
}

// Written by the launcher.
await ensureDatabases(env('ADMIN_URL'), JSON.parse(env('PASSWORDS')) as DatabasePasswords)
