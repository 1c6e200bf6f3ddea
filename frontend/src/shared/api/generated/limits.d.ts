// Written by `make schema`.
export interface Limits {
  BillingInRequest: {
    gstNo: 15;
    name: 80;
    company: 120;
    address: 400;
    state: 60;
    mobile: 10;
  };
  ConfirmEmailInRequest: {
    token: 200;
  };
  ContactInRequest: {
    name: 80;
    email: 254;
    subject: 120;
    message: 25000;
    website: 200;
  };
  DetailsInRequest: {
    name: 80;
    state: 60;
    company: 120;
    address: 400;
  };
  GrievanceInRequest: {
    name: 80;
    email: 254;
    subject: 120;
    message: 25000;
    website: 200;
    mobile: 13;
  };
  LinkedReplyInRequest: {
    text: 10000;
    key: 200;
  };
  LostNumberInRequest: {
    name: 80;
    oldMobile: 13;
    newMobile: 13;
    email: 254;
    proof: 1000;
  };
  NewNoteInRequest: {
    text: 2000;
  };
  NoteInRequest: {
    text: 2000;
  };
  ReauthenticationInRequest: {
    otp: 64;
  };
  ReplyInRequest: {
    text: 10000;
  };
  ReviewInRequest: {
    text: 1200;
  };
  SendCodeInRequest: {
    mobile: 13;
  };
  StopMobileChangeInRequest: {
    token: 200;
  };
  TopicQuestionInRequest: {
    text: 1200;
  };
  TrialInRequest: {
    mobile: 13;
  };
  VerifyCodeInRequest: {
    mobile: 13;
    otp: 64;
  };
}
