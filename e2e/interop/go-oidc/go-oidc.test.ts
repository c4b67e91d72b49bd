// @module-tag go
import { afterAll, beforeAll, inject, it } from 'vitest'
import { begin, stepsBut, type Journey } from '../journey.ts'
import { startProgram } from '../program.ts'

let journey: Journey
beforeAll(async () => {
  journey = await begin((applications) => startProgram([inject('goClient')], applications))
})
afterAll(() => journey?.end())

it.each(stepsBut({}))('[IAM-14] [IAM-15] [IAM-17] go-oidc: %s', (step) => journey.take(step))
