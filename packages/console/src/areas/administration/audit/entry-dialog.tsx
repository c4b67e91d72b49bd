import { Button, Code, Group, Modal, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { Tag } from '../../../shared/status-badge.tsx'
import { formatDuration } from '../../../text/format.ts'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { useNamesIn } from './audit-columns.tsx'
import { useChangeSearch, type ChangeSearch } from './audit-filters.tsx'
import classes from './audit.module.css'
import { askedBy, isExport, removalIn, removed, type Entry } from './entries.ts'
import { useActionWords } from './words.ts'

/** All that an entry says, and what it leads to: the same person, object or kind, and the object itself. */
export function EntryDialog(props: { readonly entry: Entry; readonly onClose: () => void }) {
  const { entry, onClose } = props
  const { t } = useTranslation('audit')
  const wordsOf = useActionWords()
  const change = useChangeSearch()
  const narrow: ChangeSearch = (next) => {
    change(next)
    onClose()
  }
  const { actor, object, action } = entry
  return (
    <Modal
      opened
      onClose={onClose}
      title={wordsOf(entry)}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Facts entry={entry} />
      <Group gap="xs" my="md">
        <OpenLink entry={entry} />
        {actor.kind === 'user' && actor.id !== null && (
          <Button variant="default" onClick={() => narrow({ person: actor.id ?? undefined })}>
            {t('entry.byPerson')}
          </Button>
        )}
        {object !== null && (
          <Button variant="default" onClick={() => narrow({ object: object.id })}>
            {t('entry.onObject')}
          </Button>
        )}
        <Button variant="default" onClick={() => narrow({ action })}>
          {t('entry.ofAction')}
        </Button>
      </Group>
      <Text size="sm" fw={600} mb={4}>
        {t('entry.details')}
      </Text>
      <Code block tabIndex={0}>
        {JSON.stringify(entry.raw, null, 2)}
      </Code>
    </Modal>
  )
}

function Facts({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('audit')
  const { actorOf, objectOf } = useNamesIn([entry])
  const { time, action, object, address, outcome, raw } = entry
  const { keptDays } = action === removed ? removalIn(raw) : {}
  const facts = [
    [t('column.time'), <Moment key="time" time={time} />],
    [t('column.who'), actorOf(entry)],
    [t('entry.behalf'), nameIn(raw['onBehalfOf'])],
    [t('column.object'), objectOf(entry)],
    [t('entry.id'), object?.id],
    [t('entry.step'), nameIn(raw['node'])],
    [t('entry.kept'), keptDays === undefined ? undefined : formatDuration(keptDays * 86_400)],
    [t('entry.by'), isExport(action) ? askedBy(raw) : undefined],
    [t('entry.comment'), typeof raw['comment'] === 'string' ? raw['comment'] : undefined],
    [
      t('column.result'),
      <Tag key="result" tone={outcome === 'success' ? 'good' : 'bad'}>
        {t(`result.${outcome}`)}
      </Tag>,
    ],
    [t('entry.address'), address],
    [t('column.place'), t(`source.${entry.source}`)],
    [t('entry.code'), <code key="code">{action}</code>],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

function nameIn(value: unknown): string | undefined {
  const isNamed = typeof value === 'object' && value !== null && 'name' in value
  return isNamed && typeof value.name === 'string' ? value.name : undefined
}

type Rooted = (props: Readonly<Record<string, unknown>>) => ReactNode

/** Leads to what it was done to, where it has a page. */
function OpenLink({ entry: { object } }: { readonly entry: Entry }) {
  const { t } = useTranslation('audit')
  const leadTo = object === null ? undefined : places[object.kind]
  if (object === null || leadTo === undefined) return null
  return <Button renderRoot={leadTo(object.id)}>{t('entry.open')}</Button>
}

const toPerson =
  (userId: string): Rooted =>
  (props) => <Link {...props} to="/people/$userId" params={{ userId }} />

const places: Readonly<Record<string, ((id: string) => Rooted) | undefined>> = {
  approval: (id) => (props) => <Link {...props} to="/approvals/$id" params={{ id }} />,
  document: (documentId) => (props) => (
    <Link {...props} to="/documents/$documentId" params={{ documentId }} />
  ),
  client: (id) => (props) => <Link {...props} to="/clients/$id" params={{ id }} />,
  provider: (id) => (props) => <Link {...props} to="/identity-providers/$id" params={{ id }} />,
  user: toPerson,
  member: toPerson,
}
