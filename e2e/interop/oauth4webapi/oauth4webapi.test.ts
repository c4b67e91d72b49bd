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

it.each(stepsBut({}))('[IAM-14] [IAM-15] [IAM-17] oauth4webapi: %s', (step) => journey.take(step))
