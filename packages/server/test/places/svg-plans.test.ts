import { type FloorPlan, MAX_FLOOR_PLAN_BYTES } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sanitizeSvg } from '../../src/directory/places/sanitize-svg.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, setUp } from './support.ts'

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const drawing = (content: string, attributes = 'viewBox="0 0 30 20"') => `<svg ${XMLNS} ${attributes}>${content}</svg>`
const clean = (content: string) => sanitizeSvg(drawing(content)).svg.replace(/^<svg[^>]*>|<\/svg>$/g, '')

describe('a floor plan as SVG', () => {
  it.each([
    ['<script>alert(1)</script><path d="M0 0"/>', '<path d="M0 0"></path>'],
    [
      '<g onload="alert(1)" OnClick="x()"><rect width="1" height="1" onmouseover="x"/></g>',
      '<g><rect width="1" height="1"></rect></g>',
    ],
    ['<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>x</script></body></foreignObject>', ''],
    ['<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>', ''],
    ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">x</h:script>', ''],
    ['<s:script xmlns:s="http://www.w3.org/2000/svg">x</s:script>', ''],
    ['<a xlink:href="javascript:alert(1)"><text>Door</text></a>', ''],
    ['<use href="https://evil.example/x.svg#a"/>', '<use></use>'],
    ['<use xlink:href="#chair"/>', '<use href="#chair"></use>'],
    ['<image href="https://evil.example/pixel.png"/>', '<image></image>'],
    ['<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', '<image></image>'],
    ['<image href="data:image/png;base64,AAAA"/>', '<image href="data:image/png;base64,AAAA"></image>'],
    ['<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onload" to="x"/>', ''],
    ['<filter id="f"><feImage href="https://evil.example"/></filter>', ''],
    ['<rect fill="url(https://evil.example#a)" stroke="red"/>', '<rect stroke="red"></rect>'],
    ['<rect fill="url(#wood)"/>', '<rect fill="url(#wood)"></rect>'],
    ['<rect style="fill:u/**/rl(//evil.example)"/>', '<rect></rect>'],
    ['<rect style="fill:\\75 rl(//evil.example)"/>', '<rect></rect>'],
    ['<rect style="background:image-set(\'//evil.example\' 1x)"/>', '<rect></rect>'],
    ['<rect style="fill:rgb(1 2 3);transform:rotate(4deg)"/>', '<rect style="fill:rgb(1 2 3);transform:rotate(4deg)"></rect>'],
    ['<style>@import "//evil.example";</style>', '<style></style>'],
    ['<style><![CDATA[.a{fill:url(//evil.example)}]]></style>', '<style></style>'],
    ['<style>.wall{fill:#333}</style>', '<style>.wall{fill:#333}</style>'],
    ['<style>.a{fill:red}&lt;/style>&lt;script>x&lt;/script></style>', '<style></style>'],
    ['<text x="1">A &lt;script&gt; &amp; B</text>', '<text x="1">A &lt;script&gt; &amp; B</text>'],
    ['<?xml-stylesheet href="//evil.example"?><!-- note --><g/>', '<g></g>'],
  ])('keeps what draws, and nothing else: %s', (given, kept) => {
    expect(clean(given)).toBe(kept)
  })

  it.each([
    ['<svg', /well-formed/],
    [drawing('<g>'), /well-formed/],
    [`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${drawing('&a;')}`, /document type/],
    [drawing('&unknown;'), /well-formed/],
    ['<html><svg/></html>', /SVG image/],
    [drawing('', ''), /state its size/],
    [drawing('', 'viewBox="0 0 0 20"'), /state its size/],
    [drawing('', 'width="-3" height="NaN"'), /state its size/],
    [drawing(`${'<g>'.repeat(100)}${'</g>'.repeat(100)}`), /inside each other/],
    [drawing('<g id="a"><use href="#a"/></g>'), /at most 200000 elements/],
    [
      drawing(
        [...'bcdefghi'].map((id, n) => `<g id="${id}">${`<use href="#${'abcdefgh'[n]}"/>`.repeat(10)}</g>`).join('') +
          '<path id="a"/>',
      ),
      /at most 200000 elements/,
    ],
  ])('is refused with a sentence: %s', (source, sentence) => {
    expect(() => sanitizeSvg(source)).toThrow(sentence)
  })

  it('is accepted at the largest depth, and takes its size from the viewBox, or else from width and height', () => {
    expect(() => sanitizeSvg(drawing(`${'<g>'.repeat(99)}${'</g>'.repeat(99)}`))).not.toThrow()
    expect(sanitizeSvg(drawing(''))).toMatchObject({ width: 2000, height: 1333 })
    expect(sanitizeSvg(drawing('', 'width="10mm" height="20mm"'))).toMatchObject({
      width: 1000,
      height: 2000,
      svg: expect.stringContaining('viewBox="0 0 10 20"'),
    })
  })

  it('changes nothing more when it is cleaned again', () => {
    const once = sanitizeSvg(
      drawing('<style>.a{fill:red}</style><g id="x" class="a"><text>&lt;&amp;"</text></g><use href="#x"/>'),
    ).svg
    expect(sanitizeSvg(once).svg).toBe(once)
  })
})

describe('the floor plan of a level', () => {
  let service: TestService
  beforeAll(async () => {
    service = await shareTestService()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it('is stored as the clean drawing, up to the size limit of any image', async () => {
    const organization = await setUp(service)
    const { levelId } = await addBuilding(organization)
    const path = `/api/levels/${levelId}/floor-plan`
    const put = (svg: string) => organization.call('PUT', path, { image: Buffer.from(svg).toString('base64'), widthMetres: 60 })
    expect((await put(`\ufeff<?xml version="1.0"?>\n${drawing('<script>x</script><path d="M0 0"/>')}`)).status).toBe(200)
    const plan = await organization.ask<FloorPlan>('GET', path)
    expect(plan).toMatchObject({ mediaType: 'image/svg+xml', widthMetres: 60, widthPixels: 2000, heightPixels: 1333 })
    const stored = Buffer.from(plan.image, 'base64').toString()
    expect(stored).toMatch(/^<svg .*><path d="M0 0"><\/path><\/svg>$/)

    const { errors } = expectProblem(await put(drawing('<g>')), 'invalid_body')
    expect(errors).toMatchObject([{ pointer: '/image', code: 'image', message: expect.stringContaining('well-formed') }])

    // A clean drawing is stored as it is, so its size is exact.
    const empty = sanitizeSvg(drawing('<text></text>')).svg
    const filled = (bytes: number) => empty.replace('<text>', `<text>${'a'.repeat(bytes - empty.length)}`)
    expect((await put(filled(MAX_FLOOR_PLAN_BYTES))).status).toBe(200)
    expectProblem(await put(filled(MAX_FLOOR_PLAN_BYTES + 1)), 'invalid_body')
    expect(Buffer.from((await organization.ask<FloorPlan>('GET', path)).image, 'base64').length).toBe(MAX_FLOOR_PLAN_BYTES)
  })
})
