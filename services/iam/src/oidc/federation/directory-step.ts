import type { FastifyReply } from 'fastify'
import type { Identity } from '../../core/federation.ts'
import type { Deps } from '../../deps.ts'
import { countTry, forgetTry, giveTryBack } from '../../passwords/throttle.ts'
import { openProvider } from '../../upstream/open-provider.ts'
import { nameInDirectory, readDevice } from '../sign-in/known-device.ts'
import { sendExpired, type Step } from '../sign-in/step.ts'
import { directoryPage } from '../pages/federation-pages.ts'
import { findOffered } from './find-offered.ts'
import { finishFederatedSignIn, recordFailure } from './finish-federated.ts'

export async function showDirectory(deps: Deps, step: Step): Promise<FastifyReply> {
  const row = await findOffered(deps, step, step.form.provider)
  return row?.kind === 'ldap'
    ? step.show(directoryPage(step, row))
    : sendExpired(step.request, step.reply)
}

// Directories take many spellings for one name (RFC 4518): each would be a count of its own.
const normalizeName = (typed: string) =>
  typed.normalize('NFKC').replaceAll(/\p{C}/gu, '').replaceAll(/\s+/g, ' ').trim()

/**
 * Has the directory check a password. Tries are slowed down as those of our own passwords, and a device that signed in
 * by this name has a count of its own here, too.
 */
export async function submitDirectory(deps: Deps, step: Step): Promise<FastifyReply> {
  const { db, now, sealer, upstreams, log } = deps
  const { request, reply, form, texts } = step
  const row = await findOffered(deps, step, form.provider)
  const opened = row === undefined ? undefined : openProvider(sealer, row)
  if (row === undefined || opened?.kind !== 'ldap') return sendExpired(request, reply)
  const username = normalizeName(form.username ?? '')
  const again = (error: string, status: number) =>
    step.show(directoryPage(step, row, { username, error }), status)
  const name = username.toLowerCase()
  const directoryName = nameInDirectory(row.id, name)
  const device = readDevice(deps, request.headers.cookie)
  const knownDevice = device?.knows.includes(directoryName) ? device.id : undefined
  const typed = { of: row.id, name, address: request.ip, knownDevice }
  const seconds = await countTry(db, typed, now())
  if (seconds !== undefined) {
    void reply.header('retry-after', String(seconds))
    return again(texts.wait(seconds), 429)
  }
  let identity: Identity | undefined
  try {
    const { directory } = opened
    identity = await upstreams.directory.signIn(directory, username, form.password ?? '')
  } catch (error) {
    log.warn({ err: error, providerId: row.id }, 'a directory cannot be asked')
    // It may have looked at the password, but whether it is right nobody was told.
    await giveTryBack(db, typed)
    return again(texts.upstreamFailed(row.name), 502)
  }
  if (identity === undefined) {
    await recordFailure(deps, row, request.ip, 'credentials')
    return again(texts.wrong, 422)
  }
  await forgetTry(db, typed, now())
  return finishFederatedSignIn(deps, step, row, identity, { amr: ['pwd'], directoryName })
}
