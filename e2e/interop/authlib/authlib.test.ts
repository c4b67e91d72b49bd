// @module-tag python
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { begin, stepsBut, type Journey } from '../journey.ts'
import { startWebApp } from '../web-app.ts'

const program = fileURLToPath(new URL('main.py', import.meta.url))

let journey: Journey
beforeAll(async () => {
  journey = await begin((applications) =>
    startWebApp([inject('pythonClient'), program], applications),
  )
})
afterAll(() => journey?.end())

it.each(stepsBut({}))('[IAM-14] [IAM-15] [IAM-17] Authlib: %s', (step) => journey.take(step))
