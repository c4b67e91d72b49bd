import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu, SchemeMenu } from '../shared/menu/looks.tsx'
import { Panel } from '../shared/page/page.tsx'
import { BlockSkeleton } from '../shared/page/skeletons.tsx'
import { ClosedShare } from './closed-share.tsx'
import { PasswordForm } from './password-form.tsx'
import { SharedHead } from './shared-head.tsx'
import { SharedPreview } from './shared-preview.tsx'
import { shareQuery } from './shares.ts'
import classes from './visitor.module.css'

interface Ticket {
  readonly ticket: string
  readonly expiresAt: string
}

/** The page behind a share's address: what it is, the password when it has one, the file. */
export function SharedPage({ token }: { readonly token: string }) {
  const { t } = useTranslation(['visitor', 'common'])
  const [ticket, setTicket] = useState<Ticket>()
  useEndOf(ticket, () => setTicket(undefined))
  const opened = { token, ticket: ticket?.ticket }
  const share = useQuery(shareQuery(opened))
  const isOpen = share.data !== undefined && (!share.data.passwordRequired || ticket !== undefined)
  useEffect(() => {
    document.title = `${share.data?.title ?? t('lead')} · ${t('common:brand')}`
  }, [share.data, t])
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <img src="/console/mark.svg" alt="" width={26} height={26} />
          {t('common:brand')}
        </span>
        <LanguageMenu />
        <SchemeMenu />
      </header>
      <main className={classes.main}>
        <Panel>
          {share.isPending && <BlockSkeleton />}
          {share.isError && (
            <ClosedShare error={share.error} onRetry={() => void share.refetch()} />
          )}
          {share.isSuccess && (
            <SharedHead
              share={share.data}
              opened={isOpen ? opened : undefined}
              onFailed={() => void share.refetch()}
            />
          )}
          {share.isSuccess && !isOpen && <PasswordForm token={token} onOpen={setTicket} />}
        </Panel>
        {share.isSuccess && isOpen && <SharedPreview share={share.data} opened={opened} />}
      </main>
    </div>
  )
}

/** A ticket is good for some minutes; then the password is asked again. */
function useEndOf(ticket: Ticket | undefined, end: () => void): void {
  useEffect(() => {
    if (ticket === undefined) return undefined
    const timer = setTimeout(end, new Date(ticket.expiresAt).getTime() - Date.now())
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ticket alone sets the time
  }, [ticket])
}
