import { spawn } from 'node:child_process'
import { platform } from 'node:os'

/** What opens an address with the browser of the person, by their system; no shell reads the address. */
export function openBrowser(address: URL, environment: NodeJS.ProcessEnv): void {
  const [program, ...args] = commandFor(environment)
  const child = spawn(program, [...args, address.href], { stdio: 'ignore', detached: true })
  // Without a browser the person opens the address by hand: the agent was told.
  child.on('error', () => undefined)
  child.unref()
}

function commandFor(environment: NodeJS.ProcessEnv): readonly [string, ...string[]] {
  const chosen = environment['BROWSER']
  if (chosen !== undefined && chosen !== '') return [chosen]
  if (platform() === 'darwin') return ['open']
  if (platform() === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
