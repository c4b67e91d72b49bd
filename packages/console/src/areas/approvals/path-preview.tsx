import { Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../shared/error-alert.tsx'
import { Panel } from '../../shared/page.tsx'
import { BlockSkeleton } from '../../shared/skeletons.tsx'
import { previewQuery, type Preview, type StartRequest } from './queries.ts'
import classes from './start.module.css'

const pauseMs = 400
const nothing: StartRequest = { bizType: '', bizId: '', title: '', variables: {} }

/** Who will decide, in which order, as far as it can be told from what the form says now. */
export function PathPreview({ request }: { readonly request: StartRequest | undefined }) {
  const { t } = useTranslation('approvals')
  // Compared by content: each render makes another object.
  const [text] = useDebouncedValue(JSON.stringify(request ?? null), pauseMs)
  const asked = JSON.parse(text) as StartRequest | null
  const { data, error, isFetching } = useQuery({
    ...previewQuery(asked ?? nothing),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <Panel label={t('preview.title')}>
      <Title order={2} size="h4">
        {t('preview.title')}
      </Title>
      <div aria-live="polite" aria-busy={isFetching}>
        {asked === null && (
          <Text size="sm" c="var(--console-soft)" mt="xs">
            {t('preview.fillIn')}
          </Text>
        )}
        {asked !== null && data === undefined && error === null && <BlockSkeleton lines={3} />}
        {asked !== null && error !== null && <ErrorAlert error={error} />}
        {asked !== null && data !== undefined && error === null && <Steps preview={data} />}
      </div>
    </Panel>
  )
}

function Steps({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation('approvals')
  return (
    <>
      <ol className={classes.steps}>
        {preview.steps.map(({ node, kind, people }, index) => (
          // A path may come to the same node twice.
          // oxlint-disable-next-line react/no-array-index-key -- the order is all they have
          <li key={`${node.id} ${index}`} className={classes.step}>
            <Text fw={600}>{node.name}</Text>
            <Text size="sm" c="var(--console-soft)">
              {kind === 'copy' && `${t('preview.copy')} `}
              {people.length === 0
                ? t('preview.nobody')
                : people.map(({ name }) => name).join(t('preview.separator'))}
            </Text>
          </li>
        ))}
      </ol>
      {!preview.complete && (
        <Text size="sm" c="var(--console-soft)">
          {preview.openQuestion ?? t('preview.open')}
        </Text>
      )}
    </>
  )
}
