import { Accordion, Group, Text } from '@mantine/core'
import { useTranslation } from '../../text/i18n.ts'
import classes from './designer.module.css'
import type { Definition } from './queries.ts'

type Note = Definition['imported'][number]

/** Refused first: somebody has to look at that. */
const outcomes = ['refused', 'mapped', 'ignored'] as const
const most = 200

/** What became of all that another tool said, as the service tells of what is drawn. */
export function ImportedPanel({ notes }: { readonly notes: readonly Note[] }) {
  const { t } = useTranslation('designer')
  if (notes.length === 0) return null
  const counts = outcomes.map(
    (outcome) => [outcome, notes.filter((note) => note.outcome === outcome).length] as const,
  )
  const ordered = outcomes.flatMap((outcome) => notes.filter((note) => note.outcome === outcome))
  return (
    <Accordion variant="contained" mt="md">
      <Accordion.Item value="imported">
        <Accordion.Control>
          <Group gap="xs">
            <span>{t('imported.title')}</span>
            {counts.map(([outcome, count]) =>
              count === 0 ? null : (
                <Text key={outcome} size="sm" c="dimmed">
                  {t(`imported.count.${outcome}`, { count })}
                </Text>
              ),
            )}
          </Group>
        </Accordion.Control>
        <Accordion.Panel>
          <ul className={classes.problems}>
            {ordered.slice(0, most).map((note, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- one may be told twice
              <li key={index}>
                <Text size="sm">{wordsOf(note, t)}</Text>
              </li>
            ))}
          </ul>
          {ordered.length > most && (
            <Text size="sm" c="dimmed">
              {t('imported.more', { count: ordered.length - most })}
            </Text>
          )}
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

function wordsOf(
  { element, name, value, outcome, wins }: Note,
  t: ReturnType<typeof useTranslation<'designer'>>['t'],
): string {
  const what = value === undefined ? name : `${name}: ${value}`
  const said = t(`imported.outcome.${outcome}`, { element, what })
  return wins === undefined ? said : `${said} ${t('imported.wins', { wins })}`
}
