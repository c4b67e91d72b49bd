import { beforeAll } from 'vitest'
import { accessToken, startSession } from '../auth/session.ts'
import { knowBrowser } from './identity.ts'

/** Somebody is signed in for all tests of the file. */
export function signInFirst(): void {
  beforeAll(async () => {
    knowBrowser()
    await startSession()
    await accessToken()
  })
}
