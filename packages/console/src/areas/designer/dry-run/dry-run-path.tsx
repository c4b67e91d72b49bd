import { Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'

interface DryRun {
  readonly steps: readonly {
    readonly node: { readonly id: string; readonly name: string }
    readonly people: readonly { readonly id: string; readonly name: string }[]
  }[]
  readonly openQuestion: string | null
}

/** The steps that an approval would take and their people, or what it cannot know yet. */
export function DryRunPath(props: {
  readonly path: DryRun
  readonly onSelect: (id: string) => void
}) {
  const { path, onSelect } = props
  const { t } = useTranslation('designer')
  return (
    <section aria-live="polite" aria-label={t('dryRun.path')}>
      <Text fw={600}>{t('dryRun.path')}</Text>
      {path.steps.length === 0 && <Text>{t('dryRun.nobody')}</Text>}
      <ol className={classes.path}>
        {path.steps.map(({ node, people }, index) => (
          // A path may come to the same node twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${node.id} ${index}`}>
            <UnstyledButton className={classes.stepName ?? ''} onClick={() => onSelect(node.id)}>
              {node.name}
            </UnstyledButton>
            <Text size="sm" c="var(--console-soft)">
              {people.length === 0
                ? t('candidates.none')
                : people.map(({ name }) => name).join(', ')}
            </Text>
          </li>
        ))}
      </ol>
      {path.openQuestion !== null && <Text size="sm">{path.openQuestion}</Text>}
    </section>
  )
}
