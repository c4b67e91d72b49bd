import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, it } from 'vitest'
import { begin, stepsBut, type Journey } from '../journey.ts'
import { startProgram } from '../program.ts'

const program = fileURLToPath(new URL('program.ts', import.meta.url))

let journey: Journey
beforeAll(async () => {
  journey = await begin((applications) => startProgram([process.execPath, program], applications))
})
afterAll(() => journey?.end())

const lacking = {
  'access token validated':
    'it is a client; resource servers have oauth4webapi, of the same author',
  'access token validated after the rotation': 'the same',
}

it.each(stepsBut(lacking))('[IAM-14] [IAM-15] [IAM-17] openid-client: %s', (step) =>
  journey.take(step),
)
