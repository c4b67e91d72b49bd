import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'
import { fakeCredentials } from './fake-iam.ts'
import type { TestService } from './service.testing.ts'

const program = new URL('../main.ts', import.meta.url)

/** The service as a process of its own that can be killed and started again at any moment. */
export interface BpmProcess {
  /** Where the process that runs now answers; waits for one that is being started. */
  address(): Promise<string>
  /** Kills it as a power cut would, and starts it again. */
  restart(): void
  /** Lets it stand still for a while, and go on as if nothing had been. */
  pause(ms: number): void
  stop(): Promise<void>
}

/** Starts the program on the database, the directory and the issuer of a service under test. */
export function startBpmProcess(
  { url, iam, issuer }: TestService,
  environment: Readonly<Record<string, string>> = {},
): BpmProcess {
  const settings: Readonly<Record<string, string>> = {
    PORT: '0',
    SHUTDOWN_DRAIN_SECONDS: '0',
    DATABASE_URL: url,
    ISSUER_URL: issuer.issuer,
    AUDIENCE: String(issuer.audience),
    JWKS_URL: issuer.jwksUrl,
    IAM_URL: iam.url,
    BPM_CLIENT_ID: fakeCredentials.clientId,
    BPM_CLIENT_SECRET: fakeCredentials.clientSecret,
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64url'),
    ...environment,
  }
  const start = () => startProgram(settings)
  let current = start()
  return {
    async address() {
      for (;;) {
        const asked = current
        try {
          return await asked.address
        } catch (error) {
          // It was killed while it started: the one that runs instead is asked.
          if (asked === current) throw error
        }
      }
    },
    restart() {
      void kill(current)
      current = start()
    },
    pause(ms) {
      const { child } = current
      child.kill('SIGSTOP')
      setTimeout(() => child.kill('SIGCONT'), ms)
    },
    stop: () => kill(current),
  }
}

interface Program {
  readonly child: ChildProcessByStdio<null, Readable, null>
  readonly address: Promise<string>
}

function startProgram(settings: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, programArguments(program), {
    env: { ...programEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = addressOf(child)
  // A process that is killed before anybody asked for it is no failure.
  address.catch(() => undefined)
  return { child, address }
}

async function kill({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Read from the line that it logs when it listens. */
function addressOf(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the service ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /"address":"([^"]+)"/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
}
