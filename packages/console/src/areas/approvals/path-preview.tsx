import { Text, Title } from '@mantine/core'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import type { Preview } from './queries.ts'
import classes from './start.module.css'
import type { ShownPreview } from './use-preview.ts'

/** Who will decide, in which order, as far as it can be told from what the form says now. */
export function PathPreview({ preview }: { readonly preview: ShownPreview }) {
  const { t } = useTranslation('approvals')
  const { isAsked, isFetching, path, error } = preview
  return (
    <Panel label={t('preview.title')}>
      <Title order={2} size="h4">
        {t('preview.title')}
      </Title>
      <div aria-live="polite" aria-busy={isFetching}>
        {!isAsked && (
          <Text size="sm" c="var(--console-soft)" mt="xs">
            {t('preview.fillIn')}
          </Text>
        )}
        {isAsked && path === undefined && error === null && <BlockSkeleton lines={3} />}
        {isAsked && error !== null && <ErrorAlert error={error} />}
        {isAsked && path !== undefined && error === null && <Steps preview={path} />}
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
