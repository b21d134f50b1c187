import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const GOOD = {
  ROLLCALL_SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
  ROLLCALL_MAIL_FROM: 'Rollcall <rollcall@example.com>',
  ROLLCALL_PUBLIC_URL: 'https://rollcall.example.com/',
}

const mailOf = (env: Record<string, string>) => readConfig({}, env).mail

test('Without a mail server nothing is mailed, even if the rest is set', () => {
  const { ROLLCALL_SMTP_URL: _, ...rest } = GOOD
  expect(mailOf(rest)).toBeUndefined()
  expect(readConfig({}, rest).publicUrl).toBe('https://rollcall.example.com')
})

test('A mail server has a sender and the address of the web app, without a slash at its end', () => {
  expect(mailOf(GOOD)).toEqual({
    smtpUrl: GOOD.ROLLCALL_SMTP_URL,
    sender: { name: 'Rollcall', address: 'rollcall@example.com' },
    publicUrl: 'https://rollcall.example.com',
  })
})

test.each([
  ['rollcall@example.com', 'Rollcall', 'rollcall@example.com'],
  ['"Example, Ltd" <desk@example.com>', 'Example, Ltd', 'desk@example.com'],
  ['Büro <desk@example.com>', 'Büro', 'desk@example.com'],
])('The sender may be written as %s', (from, name, address) => {
  expect(mailOf({ ...GOOD, ROLLCALL_MAIL_FROM: from })?.sender).toEqual({ name, address })
})

test.each([
  ['ROLLCALL_SMTP_URL', 'mail.example.com:25'],
  ['ROLLCALL_SMTP_URL', 'http://mail.example.com'],
  ['ROLLCALL_MAIL_FROM', ''],
  ['ROLLCALL_MAIL_FROM', 'Rollcall'],
  ['ROLLCALL_MAIL_FROM', 'a <b@example.com>, c <d@example.com>'],
  ['ROLLCALL_PUBLIC_URL', ''],
  ['ROLLCALL_PUBLIC_URL', 'rollcall.example.com'],
  ['ROLLCALL_PUBLIC_URL', 'javascript:alert(1)'],
  ['ROLLCALL_PUBLIC_URL', 'https://rollcall.example.com/?a=b'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => mailOf({ ...GOOD, [name]: value })).toThrow(ConfigError)
  expect(() => mailOf({ ...GOOD, [name]: value })).toThrow(name)
})

test('A wrong URL of the mail server is refused without repeating its password', () => {
  const wrong = { ...GOOD, ROLLCALL_SMTP_URL: 'smpt://user:secret-password@mail.example.com' }
  expect(() => mailOf(wrong)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secret-password') }))
})
