import { t } from '@lingui/core/macro'
import { Button, Center, Group, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { chooseLanguage, LANGUAGE, LANGUAGES, type Language } from '../../language/language.ts'

/** The card in the middle of a page without navigation, under the sign of Rollcall. */
export const SmallFrame = ({ maxWidth = 420, children }: { maxWidth?: number; children: ReactNode }) => (
  <Center mih="100dvh" p="md" component="main" bg="var(--look-frame)">
    <Paper withBorder p="xl" w="100%" maw={maxWidth} radius="lg" shadow="sm">
      <Stack>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        {children}
        <LanguageChoice />
      </Stack>
    </Paper>
  </Center>
)

const CHOICES = Object.entries(LANGUAGES) as [Language, string][]

/** Each in its own words, for those who read no other. */
const LanguageChoice = () => (
  <Group role="group" aria-label={t`Language`} gap={4} justify="center">
    {CHOICES.map(([language, name]) => (
      <Button
        key={language}
        lang={language}
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-pressed={language === LANGUAGE}
        fw={language === LANGUAGE ? 700 : 400}
        onClick={() => chooseLanguage(language)}
      >
        {name}
      </Button>
    ))}
  </Group>
)

/** A page with one short task, for people who are not signed in. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
  return (
    <SmallFrame>
      <Title order={1} size="h2">
        {title}
      </Title>
      {children}
    </SmallFrame>
  )
}
