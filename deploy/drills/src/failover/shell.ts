import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program to its end. @throws with what it said when it fails. */
export async function run(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, args)
  return stdout
}

/** Starts a program that stays; its output goes to a file. */
export function start(logFile: string, [command = '', ...args]: readonly string[]): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(command, args, { stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

/** Arguments of `setpriv` that run a program as PostgreSQL's own account. */
export const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
