import { expect, test } from '#unit-test';
import { oddRecord } from './csv-records.js';

for (const table of [
  '',
  'sku',
  'sku\r\n',
  'sku,name\r\n',
  'sku,name\r\n1,Coat\r\n',
  'sku,name\n1,Coat\n2,',
  'sku,name\r\n1,"Coat, ""long"", red"\r\n2,""\r\n',
  'sku,name\r\n"a\r\nb",c\r\n',
  'sku;name\r\n1;Coat, red\r\n2;"a;b"\r\n',
  'sku\tname\n1\tCoat, red; long\n',
  'sku|name\n1|"a|b"\n',
  'name, in full;sku\n"Coat, red";1\nHat;2\n',
  'sku\n1\n"a,b"\n',
]) {
  test(`${JSON.stringify(table)} has records like its header`, () => {
    expect(oddRecord(table)).toBeUndefined();
  });
}

for (const [table, record, fields, wanted] of [
  ['sku,name\r\n1,Coat, red\r\n', 2, 3, 2],
  ['sku,name\r\n1,Coat\r\n2\r\n', 3, 1, 2],
  ['sku,name\r\n1,a,', 2, 3, 2],
  ['sku,name\r\n1,Coat "long"\r\n', 2, 0, 2],
  ['sku,name\r\n1,"Coat\r\n', 2, 0, 2],
  ['sku,name\r\n1,"a"b\r\n', 2, 0, 2],
  ['sku,name\r\n1,a\nb\r\n', 3, 1, 2],
  ['sku;name\n1;a;b\n', 2, 3, 2],
  ['sku\n1,2\n', 2, 2, 1],
  ['sku,name\r\n\r\n1,a\r\n', 2, 1, 2],
] as const) {
  test(`${JSON.stringify(table)} has a record unlike its header`, () => {
    expect(oddRecord(table)).toEqual({ record, fields, wanted });
  });
}
