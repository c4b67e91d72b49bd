import { Button, Group, Radio, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { useChange } from '../../shared/form/use-change.ts'
import { useFields, type Fields } from '../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { languageNames, languages, useTranslation } from '../../text/i18n.ts'
import { notificationsKey, notificationsQuery, type Notifications } from './queries.ts'
import { Section } from './section.tsx'

type Values = Pick<Notifications, 'mail' | 'language'>

const rhythms = ['at_once', 'daily', 'off'] as const

/** How one is told of what waits. */
export function NotificationForm() {
  const { t } = useTranslation('account')
  const { data, error } = useQuery(notificationsQuery)
  return (
    <Section title={t('notifications.title')} lead={t('notifications.lead')}>
      <ErrorAlert error={error} />
      {data === undefined && error === null && <BlockSkeleton lines={3} />}
      {data !== undefined && <Preferences key={data.revision} stored={data} />}
    </Section>
  )
}

function Preferences({ stored }: { readonly stored: Notifications }) {
  const { t } = useTranslation('account')
  const save = useChange({
    key: notificationsKey,
    done: t('common:state.saved'),
    change: (values: Values) => {
      const body = { ...values, revision: stored.revision }
      return unwrap(bpm.PUT('/api/bpm/v1/me/notification-preferences', { body }))
    },
  })
  const { mail, language } = stored
  const fields = useFields({ mail, language }, save.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(fields.values)
      }}
    >
      <Stack maw="26rem">
        <RhythmField fields={fields} />
        <LanguageField fields={fields} />
        <ErrorAlert error={fields.formError} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('common:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RhythmField({ fields }: { readonly fields: Fields<Values> }) {
  const { t } = useTranslation('account')
  return (
    <Radio.Group
      label={t('notifications.mail')}
      value={fields.values.mail}
      onChange={(value) =>
        fields.set('mail', rhythms.find((known) => known === value) ?? 'at_once')
      }
    >
      <Stack gap="xs" mt="xs">
        {rhythms.map((rhythm) => (
          <Radio key={rhythm} value={rhythm} label={t(`notifications.rhythm.${rhythm}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function LanguageField({ fields }: { readonly fields: Fields<Values> }) {
  const { t } = useTranslation('account')
  return (
    <Select
      label={t('notifications.language')}
      data={[
        { value: '', label: t('notifications.usual') },
        ...languages.map((value) => ({ value, label: languageNames[value] })),
      ]}
      value={fields.values.language ?? ''}
      onChange={(value) =>
        fields.set('language', languages.find((known) => known === value) ?? null)
      }
      allowDeselect={false}
    />
  )
}
