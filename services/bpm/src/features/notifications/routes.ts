import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { userOf, type UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { getPreference } from './queries.ts'
import { replacePreferences } from './replace.ts'
import { PreferencesBody, PreferencesView } from './schema.ts'

const path = '/api/bpm/v1/me/notification-preferences'
const tags = ['notifications']
const config = { caller: 'user' } as const

/** How the caller wants to be told what concerns them. */
export function addNotificationPreferenceRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  const view = async ({ tenantId, userId }: UserCaller): Promise<PreferencesView> => {
    const { mail, language, revision } = await getPreference(deps.db, tenantId, userId)
    return { mail, language, revision }
  }

  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getNotificationPreferences',
        summary: 'How the caller wants to be told what concerns them',
        tags,
        response: { 200: PreferencesView },
      },
    },
    async (request, reply) => {
      const preferences = await view(userOf(request))
      tagRevision(reply, preferences)
      return preferences
    },
  )

  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'replaceNotificationPreferences',
        summary: 'Replace how the caller wants to be told',
        tags,
        body: PreferencesBody,
        response: { 200: PreferencesView },
      },
    },
    async (request, reply) => {
      const user = userOf(request)
      const { body } = request
      await replacePreferences(deps, user, body, readRevision(request, body.revision))
      const preferences = await view(user)
      tagRevision(reply, preferences)
      return preferences
    },
  )
}
