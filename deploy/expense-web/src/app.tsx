import { useEffect, useState } from 'react'
import { Link, Route, Switch } from 'wouter'
import { isEmbedded } from './embedded.ts'
import { CreatePage } from './pages/create.tsx'
import { DetailPage } from './pages/detail.tsx'
import { ListPage } from './pages/list.tsx'
import { useServices } from './services.ts'
import {
  keepLanguage,
  LanguageContext,
  preferredLanguage,
  useTexts,
  type Language,
} from './text/texts.ts'

export function App() {
  const [language, setLanguage] = useState<Language>(preferredLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const change = () => {
    const next = language === 'en' ? 'zh-CN' : 'en'
    keepLanguage(next)
    setLanguage(next)
  }
  return (
    <LanguageContext value={language}>
      {!isEmbedded && <Header onLanguage={change} />}
      <main className="page">
        <Switch>
          <Route path="/new" component={CreatePage} />
          <Route path="/expenses/:id">{({ id }) => <DetailPage key={id} id={id} />}</Route>
          <Route component={ListPage} />
        </Switch>
      </main>
    </LanguageContext>
  )
}

function Header({ onLanguage }: { readonly onLanguage: () => void }) {
  const { session } = useServices()
  const { t, language } = useTexts()
  return (
    <header className="top">
      <Link href="/" className="brand">
        <img src="/mark.svg" alt="" width="28" height="28" />
        {t.title}
      </Link>
      <span className="who">{session.user.name}</span>
      <button
        type="button"
        className="quiet"
        onClick={onLanguage}
        lang={language === 'en' ? 'zh-CN' : 'en'}
      >
        {t.language}
      </button>
      <button type="button" className="quiet" onClick={() => void session.signOut()}>
        {t.signOut}
      </button>
    </header>
  )
}
