import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { examine, type Finding } from '@countersign/service-kit/doctor'
import {
  examineIdentity,
  examineIssuer,
  examineReadiness,
} from '@countersign/service-kit/doctor-neighbours'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { Config } from './config.ts'
import { originsOf } from './mounts.ts'
import { trySignIn } from './sign-in.ts'

/** Looks at all that a start needs, and at what makes a healthy platform that nobody can enter. */
export async function diagnose(config: Config, http: HttpClient): Promise<readonly Finding[]> {
  const { CONSOLE_ROOT: consoleRoot } = config
  const [iamUrl = ''] = originsOf(config.IAM_URL)
  const signIn = { baseUrl: config.ISSUER_URL, iamUrl }
  const findings = await Promise.all([
    examineIssuer(config.ISSUER_URL),
    ...originsOf(config.IAM_URL).map((at) => examineReadiness('iam', at, http)),
    ...originsOf(config.BPM_URL).map((at) => examineReadiness('bpm', at, http)),
    ...originsOf(config.DMS_URL).map((at) => examineReadiness('dms', at, http)),
    ...(consoleRoot === undefined
      ? []
      : [
          examine('the console is built', () => findConsole(consoleRoot)),
          examine('people can sign in to the console', () => trySignIn(signIn, http)),
        ]),
  ])
  return [...findings, ...(await examineIdentity({ ...config, IAM_URL: iamUrl }, http))]
}

async function findConsole(root: string): Promise<string> {
  await access(join(root, 'index.html'))
  return root
}
