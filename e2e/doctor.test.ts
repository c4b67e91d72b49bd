import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { platform, platformFile } from './support/platform.ts'

const program = fileURLToPath(new URL('../deploy/local/src/doctor.ts', import.meta.url))

async function examine(baseUrl: string) {
  const child = spawn(process.execPath, ['--conditions=source', program], {
    env: {
      ...process.env,
      DATA_DIR: dirname(platformFile()),
      PORT_BASE: new URL(baseUrl).port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code: child.exitCode, output, errors }
}

it('finds nothing wrong with a platform that works, and says that people can sign in', async () => {
  const { code, output, errors } = await examine(platform().baseUrl)

  expect([code, errors], output).toEqual([0, ''])
  for (const found of [
    'ok   people can sign in to the console',
    'ok   iam gives this service a token',
    'ok   anchors of the audit can be read',
    'ok   migrations are applied: none is pending',
    'ok   devices can be told',
  ])
    expect(output).toContain(found)
  expect(output).not.toContain('FAIL')
})
