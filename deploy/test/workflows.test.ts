import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actionlint, ROOT } from './tools.ts'

it('the workflows of GitHub are valid', () => {
  const files = globSync('.github/workflows/*.yaml', { cwd: ROOT })
  expect(files).toContain('.github/workflows/image.yaml')
  const { status, stdout } = spawnSync(actionlint(), ['-shellcheck=', '-pyflakes=', ...files], { cwd: ROOT, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})
