'use strict';

it('passes', () => {});
