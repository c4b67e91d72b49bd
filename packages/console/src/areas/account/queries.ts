import { queryOptions } from '@tanstack/react-query'
import { bpm, iam, unwrap } from '../../api/clients.ts'
import { abilityOf, ownHash } from '../../push/device.ts'

const getMfa = () => unwrap(iam.GET('/api/iam/v1/me/mfa'))
export type Mfa = Awaited<ReturnType<typeof getMfa>>
export type Passkey = Mfa['passkeys'][number]

/** Begins every key of what concerns the own account; `me` alone is another query. */
const accountKey = ['iam', 'account'] as const

export const mfaKey = [...accountKey, 'mfa'] as const
export const mfaQuery = queryOptions({ queryKey: mfaKey, queryFn: getMfa })

const getEmail = () => unwrap(iam.GET('/api/iam/v1/me/email'))
export type Email = Awaited<ReturnType<typeof getEmail>>

export const emailKey = [...accountKey, 'email'] as const
export const emailQuery = queryOptions({ queryKey: emailKey, queryFn: getEmail })

const listSessions = async () => (await unwrap(iam.GET('/api/iam/v1/me/sessions'))).items
export type Session = Awaited<ReturnType<typeof listSessions>>[number]

export const sessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: listSessions,
})

const listIdentities = async () => (await unwrap(iam.GET('/api/iam/v1/me/identities'))).items
export type Identity = Awaited<ReturnType<typeof listIdentities>>[number]

export const identitiesQuery = queryOptions({
  queryKey: [...accountKey, 'identities'],
  queryFn: listIdentities,
})

const listInvitations = async () => (await unwrap(iam.GET('/api/iam/v1/me/invitations'))).items
export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]

export const invitationsQuery = queryOptions({
  queryKey: [...accountKey, 'invitations'],
  queryFn: listInvitations,
})

const listConsents = async () => (await unwrap(iam.GET('/api/iam/v1/me/consents'))).items
export type Consent = Awaited<ReturnType<typeof listConsents>>[number]

export const consentsQuery = queryOptions({
  queryKey: [...accountKey, 'consents'],
  queryFn: listConsents,
})

const getNotifications = () => unwrap(bpm.GET('/api/bpm/v1/me/notification-preferences'))
export type Notifications = Awaited<ReturnType<typeof getNotifications>>

export const notificationsKey = ['bpm', 'me', 'notification-preferences'] as const
export const notificationsQuery = queryOptions({
  queryKey: notificationsKey,
  queryFn: getNotifications,
})

const getDevices = () => unwrap(bpm.GET('/api/bpm/v1/me/push-subscriptions'))
export type Device = Awaited<ReturnType<typeof getDevices>>['items'][number]

export const devicesKey = ['bpm', 'me', 'push-subscriptions'] as const
export const devicesQuery = queryOptions({ queryKey: devicesKey, queryFn: getDevices })

/** What the browser says of itself: read anew with the others, since the person changes it there. */
export const ownDeviceQuery = queryOptions({
  queryKey: [...devicesKey, 'own'],
  queryFn: async () => ({ ability: abilityOf(), hash: await ownHash() }),
})

const getSignature = () => unwrap(bpm.GET('/api/bpm/v1/me/signature'))
export type Stroke = Awaited<ReturnType<typeof getSignature>>['strokes'][number]

export const signatureKey = ['bpm', 'me', 'signature'] as const
export const signatureQuery = queryOptions({ queryKey: signatureKey, queryFn: getSignature })
