import { serviceNames, type Secrets } from '../secrets.ts'
import { ensureDatabases } from './databases.ts'

/** Run as a process of its own: the launcher, which stays, need not hold a database driver. */
const env = (name: string) => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is missing`)
  return value
}

const passwords = serviceNames.map((name) => [name, env(`PASSWORD_${name.toUpperCase()}`)])
// Object.fromEntries forgets the names it was given.
await ensureDatabases(env('ADMIN_URL'), Object.fromEntries(passwords) as Secrets['databases'])
