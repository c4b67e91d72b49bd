import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMe } from '../../../me/me.ts'
import { Icon } from '../../../shared/icon.tsx'
import { listNames } from '../../../shared/people/people.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { notifyDone, notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { toCsv } from './csv.ts'
import { sources, type Source } from './permissions.ts'
import type { AuditFilter } from './search.ts'
import { readAll } from './read-all.ts'
import { mayReadSource } from './use-audit.ts'

/** Everything that is filtered, as a file: of all pages, or of none where a service does not answer. */
export function ExportButton(props: {
  readonly filter: AuditFilter
  readonly source: Source | undefined
}) {
  const { t } = useTranslation('audit')
  const me = useMe()
  const queryClient = useQueryClient()
  const asked = sources.filter(
    (source) => (props.source ?? source) === source && mayReadSource(me, source),
  )
  const exporting = useMutation({
    mutationFn: async () => {
      const { rows, isCut } = await readAll(props.filter, asked)
      const people = rows.flatMap(({ actor }) =>
        actor.kind === 'user' && actor.name === undefined && actor.id !== null ? [actor.id] : [],
      )
      const nameOf = await listNames(queryClient, people)
      saveFile('audit.csv', toCsv(rows, nameOf))
      return { count: rows.length, isCut }
    },
    onSuccess: ({ count, isCut }) =>
      notifyDone([t('exported', { count }), ...(isCut ? [t('cut', { count })] : [])].join('. ')),
    onError: notifyProblem,
  })
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {t('export')}
    </Button>
  )
}
