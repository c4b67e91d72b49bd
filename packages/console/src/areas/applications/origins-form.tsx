import { Code, List, TagsInput, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { useMay } from '../../me/me.ts'
import { EditNotices } from '../../shared/form/edit-notices.tsx'
import { Form } from '../../shared/form/form.tsx'
import { useChange } from '../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../shared/form/use-edited.ts'
import { useFields } from '../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { originsQuery, type CallbackOrigins } from './queries.ts'

/** Where events may go: what the deployment allows everybody, and what this tenant adds. */
export function OriginsForm() {
  const { t } = useTranslation('applications')
  const { data, error } = useQuery(originsQuery)
  return (
    <Panel label={t('origins.title')}>
      <Title order={2} size="h4">
        {t('origins.title')}
      </Title>
      <Text size="sm" c="var(--console-soft)" mb="md">
        {t('origins.lead')}
      </Text>
      <ErrorAlert error={error} />
      {data === undefined && error === null && <BlockSkeleton lines={3} />}
      {data !== undefined && <Origins stored={data} />}
    </Panel>
  )
}

function Origins({ stored }: { readonly stored: CallbackOrigins }) {
  const { t } = useTranslation('applications')
  const mayWrite = useMay('bpm:origin:write')
  const save = useChange({
    key: originsQuery.queryKey,
    done: t('common:state.saved'),
    change: async ({ values, edited }: Sent<CallbackOrigins, Pick<CallbackOrigins, 'origins'>>) => {
      const body = { ...values, revision: edited.kept.revision }
      const kept = await unwrap(bpm.PUT('/api/bpm/v1/callback-origins', { body }))
      edited.saved({ kept, content: values })
    },
  })
  const initial = { origins: stored.origins }
  const fields = useFields(initial, save.error)
  const { values } = fields
  const edited = useEdited({ kept: stored, content: initial }, values, fields.reset)
  return (
    <Form
      submit={t('common:action.save')}
      isRunning={save.isPending}
      error={fields.formError}
      mayWrite={mayWrite}
      onSubmit={() => save.mutate({ values, edited })}
    >
      <EditNotices edited={edited} />
      <TagsInput
        {...fields.field('origins')}
        label={t('origins.own')}
        description={t('origins.ownHint')}
        placeholder={mayWrite ? 'https://app.example.com' : ''}
        disabled={!mayWrite}
        acceptValueOnBlur
      />
      {stored.deploymentOrigins.length > 0 && (
        <DeploymentOrigins origins={stored.deploymentOrigins} />
      )}
    </Form>
  )
}

function DeploymentOrigins({ origins }: { readonly origins: readonly string[] }) {
  const { t } = useTranslation('applications')
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('origins.deployment')}
      </Text>
      <List size="sm">
        {origins.map((origin) => (
          <List.Item key={origin}>
            <Code>{origin}</Code>
          </List.Item>
        ))}
      </List>
    </div>
  )
}
