import { Menu, Modal, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { bpm, unwrap } from '../../../api/clients.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { MoreMenu } from '../../../shared/menu/more-menu.tsx'
import { saveFile } from '../../../shared/save-file.ts'
import { notify, notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { Decision, Table, Written } from './table.ts'

interface Props {
  readonly decision: Decision
  readonly written: Written
  readonly onRead: ((table: Table) => void) | undefined
  readonly isChanged: boolean
}

/** The table as a file of others. What is exported is what was saved. */
export function Documents({ decision, written, onRead, isChanged }: Props) {
  const { t } = useTranslation('designer')
  const file = useRef<HTMLInputElement>(null)
  const [unread, setUnread] = useState<readonly string[]>()
  const read = async (chosen: File) => {
    try {
      onRead?.(await readTable(decision.bizType, written.table.hitPolicy, await chosen.text()))
      notify(t('tables.imported'))
    } catch (error) {
      const faults = faultsOf(error, (at) => t('tables.cellAt', at))
      if (faults.length === 0) notifyProblem(error)
      else setUnread(faults)
    }
  }
  return (
    <>
      <MoreMenu label={t('action.more')}>
        {onRead !== undefined && (
          <Menu.Item onClick={() => file.current?.click()}>{t('tables.import')}</Menu.Item>
        )}
        {(['csv', 'dmn'] as const).map((form) => (
          <Menu.Item
            key={form}
            disabled={isChanged}
            onClick={() => void writeTable(decision, form).catch(notifyProblem)}
          >
            {t(form === 'csv' ? 'tables.exportCsv' : 'tables.exportDmn')}
          </Menu.Item>
        ))}
      </MoreMenu>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('tables.import')}
        accept=".csv,.dmn,.xml,text/csv"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          if (chosen !== undefined) void read(chosen)
        }}
      />
      <Unread faults={unread} onClose={() => setUnread(undefined)} />
    </>
  )
}

function Unread(props: {
  readonly faults: readonly string[] | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation('designer')
  return (
    <Modal opened={props.faults !== undefined} onClose={props.onClose} title={t('tables.unread')}>
      {props.faults?.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Modal>
  )
}

/** A spreadsheet does not say what holds where several rows fit: that stays. */
async function readTable(
  bizType: string,
  hitPolicy: Table['hitPolicy'],
  text: string,
): Promise<Table> {
  const content = /^\s*</.test(text) ? { dmn: text } : { csv: text, hitPolicy }
  const body = { bizType, ...content }
  return (await unwrap(bpm.POST('/api/bpm/v1/decisions/read', { body }))).table
}

async function writeTable({ id, key, version }: Decision, form: 'csv' | 'dmn'): Promise<void> {
  const options = { params: { path: { id } }, parseAs: 'text' } as const
  const asked =
    form === 'csv'
      ? bpm.GET('/api/bpm/v1/decisions/{id}/csv', options)
      : bpm.GET('/api/bpm/v1/decisions/{id}/dmn', options)
  const text = await unwrap(
    asked as Promise<{ data?: string; error?: unknown; response: Response }>,
  )
  // As text it comes without the mark, and spreadsheet programs guess another alphabet then.
  const mark = form === 'csv' && !text.startsWith('\u{FEFF}') ? '\u{FEFF}' : ''
  saveFile(`${key}-${version}.${form}`, new Blob([mark + text]))
}

/** What a document says that was not understood, with the cell where it is. */
function faultsOf(
  error: unknown,
  cellAt: (at: { line: number; column: number }) => string,
): readonly string[] {
  const found = error instanceof ApiProblem ? error.body['problems'] : undefined
  if (!Array.isArray(found)) return []
  return (found as readonly { pointer?: string; message?: string }[]).map(
    ({ pointer = '', message = '' }) => {
      const [, line, column] = /^\/csv\/(\d+)\/(\d+)$/.exec(pointer) ?? []
      if (line === undefined || column === undefined) return message
      return `${cellAt({ line: Number(line) + 1, column: Number(column) + 1 })}: ${message}`
    },
  )
}
