import { Button, Code, Group, List, Stack, TagsInput, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bpm, unwrap } from '../../api/clients.ts'
import { useMay } from '../../me/me.ts'
import { ErrorAlert } from '../../shared/error-alert.tsx'
import { Panel } from '../../shared/page.tsx'
import { BlockSkeleton } from '../../shared/skeletons.tsx'
import { useChange } from '../../shared/use-change.ts'
import { useFields } from '../../shared/use-fields.ts'
import { originsQuery, type CallbackOrigins } from './queries.ts'

/** Where events may go: what the deployment allows everybody, and what this tenant adds. */
export function OriginsForm() {
  const { t } = useTranslation(['applications', 'common'])
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
      {data !== undefined && <Form key={data.revision} stored={data} />}
    </Panel>
  )
}

function Form({ stored }: { readonly stored: CallbackOrigins }) {
  const { t } = useTranslation(['applications', 'common'])
  const mayWrite = useMay('bpm:origin:write')
  const save = useChange({
    key: originsQuery.queryKey,
    done: t('common:state.saved'),
    change: (origins: string[]) =>
      unwrap(
        bpm.PUT('/api/bpm/v1/callback-origins', { body: { origins, revision: stored.revision } }),
      ),
  })
  const fields = useFields({ origins: stored.origins }, save.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(fields.values.origins)
      }}
    >
      <Stack>
        <TagsInput
          {...fields.field('origins')}
          label={t('origins.own')}
          description={t('origins.ownHint')}
          placeholder={mayWrite ? 'https://app.example.com' : ''}
          disabled={!mayWrite}
          acceptValueOnBlur
        />
        {stored.deploymentOrigins.length > 0 && (
          <div>
            <Text size="sm" fw={500}>
              {t('origins.deployment')}
            </Text>
            <List size="sm">
              {stored.deploymentOrigins.map((origin) => (
                <List.Item key={origin}>
                  <Code>{origin}</Code>
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <ErrorAlert error={fields.formError} />
        {mayWrite && (
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t('common:action.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
