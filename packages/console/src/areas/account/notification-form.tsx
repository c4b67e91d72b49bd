import { Button, Group, Radio, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { EditNotices } from '../../shared/form/edit-notices.tsx'
import { useChange } from '../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../shared/form/use-edited.ts'
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
      {data !== undefined && <Preferences stored={data} />}
    </Section>
  )
}

function Preferences({ stored }: { readonly stored: Notifications }) {
  const { t } = useTranslation('account')
  const save = useChange({
    key: notificationsKey,
    done: t('common:state.saved'),
    change: async ({ values, edited }: Sent<Notifications, Values>) => {
      const body = { ...values, revision: edited.kept.revision }
      const kept = await unwrap(bpm.PUT('/api/bpm/v1/me/notification-preferences', { body }))
      edited.saved({ kept, content: values })
    },
  })
  const { mail, language } = stored
  const content: Values = { mail, language }
  const fields = useFields(content, save.error)
  const { values } = fields
  const edited = useEdited({ kept: stored, content }, values, fields.reset)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ values, edited })
      }}
    >
      <Stack maw="26rem">
        <EditNotices edited={edited} />
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
